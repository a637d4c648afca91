#!/bin/bash
# A one-node Slurm on loopback: no systemd, cgroups or database. All its state is in folder $1.
# Then: export SLURM_CONF=$1/slurm.conf
# What mattered: node and controller on 127.0.0.1, `cred_expire=5` (else a task that is requeued
# waits two minutes), and NoCtldInAddrAny, NoInAddrAny (else it listens on all addresses).
set -euo pipefail
dir=$(realpath -m "${1:?a folder}"); mkdir -p "$dir"/{state,spool,log,run}
host=$(hostname -s)
port=$((20000 + $$ % 20000))
cat > "$dir/slurm.conf" <<CONF
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge.socket,cred_expire=5
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/log/jobs.txt
JobRequeue=1
RequeueExit=137,143
ReturnToService=2
SlurmdTimeout=10
KillWait=5
MaxArraySize=1000001
MaxJobCount=100000
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=2000
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP PreemptMode=REQUEUE
CONF
if [ ! -s "$dir/munge.key" ]; then (umask 077; head -c 128 /dev/urandom > "$dir/munge.key"); fi
munged --force --key-file="$dir/munge.key" --socket="$dir/run/munge.socket" --pid-file="$dir/run/munged.pid" \
  --log-file="$dir/log/munged.log" --seed-file="$dir/run/munged.seed"
export SLURM_CONF="$dir/slurm.conf"
slurmctld
slurmd -N "$host"
for _ in $(seq 100); do
  [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && exit 0
  sleep 0.1
done
echo "no idle node after 10 s" >&2; sinfo >&2 || true; tail -n 20 "$dir"/log/*.log >&2; exit 1
