import { resolve } from 'node:path'
import type { CommandSpec, Hook } from '../protocol/hook.ts'
import type { Handler, RunRequest, SessionFacts } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import { type CommandRequest, type CommandRunner, createCommandRunner } from './command/index.ts'
import { hookEnvironment } from './hook-environment.ts'
import { lineageEnvironment } from './lineage-environment.ts'

/** Runs hooks that are programs: the dialect says what they read and which variables they see, the runner keeps them in check. */
export function createCommandHandler(runner: CommandRunner = createCommandRunner()): Handler {
  return {
    run: (request) => runCommandHook(request, runner),
    preflight: (hook, session) => runner.preflight(preflightRequest(hook, session)),
    close: () => runner.close(),
  }
}

function runCommandHook(request: RunRequest, runner: CommandRunner): Promise<RawResult> {
  const { hook, input, session } = request
  const spec = hook.handler as CommandSpec
  const filled = fillTemplates(spec.run, request)
  const command: CommandRequest = {
    command: filled.run,
    cwd: workingDirectory(spec, session),
    env: {
      ...hookEnvironment(hook, input, session, session.envFile === undefined ? {} : { envFile: session.envFile }),
      ...filled.env,
      ...lineageEnvironment(request),
    },
    stdin: `${hook.dialect.payload(input)}\n`,
    timeoutMs: request.timeoutMs,
    reap: spec.reap ?? 'group',
    key: session.id,
    ...(request.signal && { signal: request.signal }),
  }
  return runner.run(command)
}

function fillTemplates(
  run: CommandSpec['run'],
  { hook, input }: RunRequest,
): { run: CommandSpec['run']; env: Record<string, string> } {
  if (!('shell' in run) || !hook.dialect.fillTemplates) return { run, env: {} }
  const { command, env } = hook.dialect.fillTemplates(run.shell, input)
  return { run: { shell: command }, env }
}

function workingDirectory(spec: CommandSpec, session: SessionFacts): string {
  return spec.cwd === undefined ? session.projectDir : resolve(session.projectDir, spec.cwd)
}

function preflightRequest(hook: Hook, session: SessionFacts): Pick<CommandRequest, 'command' | 'cwd' | 'env'> {
  const spec = hook.handler as CommandSpec
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(session.hostEnv)) if (value !== undefined) env[name] = value
  return { command: spec.run, cwd: workingDirectory(spec, session), env: { ...env, ...spec.env } }
}
