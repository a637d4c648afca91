/* The rival of native:dfs: a tight loop over adjacency lists, fixed order of moves.
   Prints nodes and seconds for 8x8 from (row 4, column 0), counted from 0. */
#include <stdio.h>
#include <time.h>

static const int moves[8][2] = {{-1, 2}, {-2, 1}, {-2, -1}, {-1, -2},
                                {1, -2}, {2, -1}, {2, 1},   {1, 2}};
static int neighbours[64][8], degree[64], visited[64], path[64], next_move[64];

int main(void) {
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            for (int move = 0; move < 8; move++) {
                int to_row = row + moves[move][0], to_column = column + moves[move][1];
                int square = row * 8 + column;
                if (to_row >= 0 && to_row < 8 && to_column >= 0 && to_column < 8)
                    neighbours[square][degree[square]++] = to_row * 8 + to_column;
            }
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    long nodes = 1;
    int depth = 1;
    path[0] = 4 * 8;
    visited[path[0]] = 1;
    while (depth > 0 && depth < 64) {
        int square = path[depth - 1], move = next_move[depth - 1], to = -1;
        while (move < degree[square]) {
            int other = neighbours[square][move++];
            if (!visited[other]) {
                to = other;
                break;
            }
        }
        next_move[depth - 1] = move;
        if (to < 0) {
            depth--;
            visited[square] = 0;
        } else {
            path[depth] = to;
            next_move[depth] = 0;
            visited[to] = 1;
            depth++;
            nodes++;
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("%ld %.6f\n", nodes, seconds);
    return 0;
}
