import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostCall, HostReply } from './command-host.ts'
import type { Row } from './row.ts'

const smallMb = 60
const largeMb = 2_000
const rounds = 60

/** What it costs to run a command hook: in hosts of different sizes, beside the bare system call, and in numbers. */
export async function run(): Promise<Row[]> {
  const hosts = {
    small: await startHost(smallMb, 'buffers'),
    buffers: await startHost(largeMb, 'buffers'),
    heap: await startHost(largeMb, 'heap'),
  }
  try {
    return [
      ...(await measureGrowth(hosts)),
      ...(await measureAgainstSystem(hosts.small)),
      ...(await measureStorm(hosts.small)),
    ]
  } finally {
    for (const host of Object.values(hosts)) host.kill()
  }
}

async function measureGrowth(hosts: Record<'small' | 'buffers' | 'heap', ChildProcess>): Promise<Row[]> {
  const ms: Record<string, number[]> = { small: [], buffers: [], heap: [] }
  const blocked: Record<string, number[]> = { small: [], buffers: [], heap: [] }
  for (let round = 0; round < rounds; round++) {
    for (const [name, host] of Object.entries(hosts)) {
      const reply = await ask(host, { do: 'runOne' })
      ms[name]!.push(reply.ms)
      blocked[name]!.push(reply.blockedMs)
    }
  }
  const small = median(ms['small']!)
  return (['buffers', 'heap'] as const).flatMap((name) => {
    const growth = median(ms[name]!) / small
    const stall = median(blocked[name]!)
    return [
      {
        measure: `command hook, host of ${largeMb} MB of ${name} against ${smallMb} MB`,
        goal: '<= 1.25x',
        got: `${growth.toFixed(2)}x (${median(ms[name]!).toFixed(2)} ms)`,
        met: growth <= 1.25,
      },
      {
        measure: `event loop held up per command hook, host of ${largeMb} MB of ${name}`,
        goal: '<= 0.5 ms',
        got: `${stall.toFixed(2)} ms`,
        met: stall <= 0.5,
      },
    ]
  })
}

async function measureAgainstSystem(host: ChildProcess): Promise<Row[]> {
  const system = await startSystem()
  const one: [number[], number[]] = [[], []]
  const many: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    one[0].push((await ask(host, { do: 'runOne' })).ms)
    one[1].push(await system.time(1))
    if (round % 3 > 0) continue
    many[0].push((await ask(host, { do: 'runMany', count: 20 })).ms)
    many[1].push(await system.time(20))
  }
  system.end()
  return [
    compare(`command hook against ${system.name}, one at a time`, 2.0, one),
    compare(`command hook against ${system.name}, 20 at once`, 1.5, many),
  ]
}

function compare(measure: string, goal: number, [ours, theirs]: [number[], number[]]): Row {
  const ratio = median(ours) / median(theirs)
  const got = `${ratio.toFixed(2)}x (${median(ours).toFixed(2)} ms against ${median(theirs).toFixed(2)} ms)`
  return { measure, goal: `<= ${goal.toFixed(1)}x`, got, met: ratio <= goal }
}

async function measureStorm(host: ChildProcess): Promise<Row[]> {
  const { ms, delayP99 } = await ask(host, { do: 'runMany', count: 1_000 })
  const got = `${delayP99.toFixed(1)} ms (all done in ${(ms / 1_000).toFixed(1)} s)`
  return [
    { measure: 'event-loop delay p99 with 1,000 command hooks at once', goal: '<= 50 ms', got, met: delayP99 <= 50 },
  ]
}

async function startHost(megabytes: number, kind: 'buffers' | 'heap'): Promise<ChildProcess> {
  const host = fork(new URL('./command-host.ts', import.meta.url), [String(megabytes), kind], {
    execArgv: ['--max-old-space-size=8192', '--expose-gc'],
  })
  await once(host, 'message')
  return host
}

async function ask(host: ChildProcess, call: HostCall): Promise<HostReply> {
  host.send(call)
  const [reply] = (await once(host, 'message')) as [HostReply]
  return reply
}

/** The same `sh -c` started by a C program through posix_spawn or, without a compiler, by Node itself. */
async function startSystem(): Promise<{ name: string; time(count: number): Promise<number>; end(): void }> {
  const program = compileSpawner()
  if (program === null) return { name: 'plain spawn', time: timePlainSpawns, end: () => undefined }
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
  const time = async (count: number) => {
    child.stdin.write(`${count}\n`)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return Number(line.toString())
  }
  for (let warm = 0; warm < 10; warm++) await time(1)
  return { name: 'posix_spawn in C', time, end: () => child.stdin.end() }
}

function compileSpawner(): string | null {
  const folder = join(import.meta.dirname, '.cache')
  const program = join(folder, 'spawner')
  if (existsSync(program)) return program
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${program}.c`, spawnerSource)
    execFileSync('cc', ['-O2', '-o', program, `${program}.c`], { stdio: 'ignore' })
    return program
  } catch {
    return null
  }
}

async function timePlainSpawns(count: number): Promise<number> {
  const start = performance.now()
  await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn('/bin/sh', ['-c', 'cat >/dev/null; exit 0'], { detached: true })
      child.stdout.resume()
      child.stderr.resume()
      child.stdin.on('error', () => undefined)
      child.stdin.end('{"hook_event_name":"PreToolUse"}\n')
      await once(child, 'close')
    }),
  )
  return performance.now() - start
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

const spawnerSource = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(void) {
  char *argv[] = {"/bin/sh", "-c", "cat >/dev/null; exit 0", NULL};
  const char *input = "{\\"hook_event_name\\":\\"PreToolUse\\"}\\n";
  char line[32], buffer[65536];
  signal(SIGPIPE, SIG_IGN);
  while (fgets(line, sizeof line, stdin)) {
    int count = atoi(line), open_ends = 0;
    pid_t *pids = calloc(count, sizeof *pids);
    struct pollfd *ends = calloc(count * 2, sizeof *ends);
    double start = now();
    for (int i = 0; i < count; i++) {
      int in[2], out[2], err[2];
      posix_spawn_file_actions_t actions;
      posix_spawnattr_t attributes;
      if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) return 1;
      posix_spawn_file_actions_init(&actions);
      posix_spawn_file_actions_adddup2(&actions, in[0], 0);
      posix_spawn_file_actions_adddup2(&actions, out[1], 1);
      posix_spawn_file_actions_adddup2(&actions, err[1], 2);
      posix_spawnattr_init(&attributes);
      posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
      if (posix_spawn(&pids[i], argv[0], &actions, &attributes, argv, environ)) return 1;
      close(in[0]);
      close(out[1]);
      close(err[1]);
      if (write(in[1], input, strlen(input)) < 0) return 1;
      close(in[1]);
      ends[open_ends++] = (struct pollfd){.fd = out[0], .events = POLLIN};
      ends[open_ends++] = (struct pollfd){.fd = err[0], .events = POLLIN};
    }
    for (int left = open_ends; left > 0;) {
      poll(ends, open_ends, -1);
      for (int i = 0; i < open_ends; i++) {
        if (ends[i].fd < 0 || !ends[i].revents || read(ends[i].fd, buffer, sizeof buffer) > 0) continue;
        close(ends[i].fd);
        ends[i].fd = -1;
        left--;
      }
    }
    for (int i = 0; i < count; i++) waitpid(pids[i], NULL, 0);
    printf("%f\\n", now() - start);
    fflush(stdout);
    free(pids);
    free(ends);
  }
  return 0;
}
`
