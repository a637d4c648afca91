// The theme that was chosen, kept for the next visit. It runs before the page is drawn, so no other theme, and no picture of
// another puzzle, is seen first.
{
  const KEY = "satranj theme";
  // A browser that keeps nothing refuses even the question.
  const kept = () => { try { return localStorage.getItem(KEY) ?? "auto"; } catch { return "auto"; } };
  const keep = (theme) => { try { localStorage.setItem(KEY, theme); } catch { /* It holds for this visit. */ } };
  const show = (theme) => {
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };

  show(kept());
  // The picture that comes with the page is of the puzzle that it begins with, and not of a link.
  if (!["", "#puzzle=tour&closed=yes&board=8x8&piece=knight"].includes(location.hash)) document.documentElement.dataset.linked = "";
  addEventListener("DOMContentLoaded", () => {
    const choice = document.getElementById("theme");
    choice.value = document.documentElement.dataset.theme ?? "auto";
    choice.addEventListener("change", () => {
      show(choice.value);
      keep(choice.value);
    });
  });
}
