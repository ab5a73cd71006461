// Hooks for the Claude Agent SDK: it calls back before every tool, Hookline decides. Its types are repeated here, so that
// the example needs no package; `query({ prompt, options: { hooks: hookOptions } })` is all that is left to do.
import assert from 'node:assert/strict'
import { createHooks, HookEvent, type HookSession } from '../src/index.ts'

/** The part of the SDK's types that matters here. */
interface PreToolUseHookInput {
  hook_event_name: 'PreToolUse'
  session_id: string
  cwd: string
  tool_name: string
  tool_input: Record<string, unknown>
}
interface HookOutput {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse'
    permissionDecision?: 'allow' | 'deny' | 'ask'
    permissionDecisionReason?: string
    updatedInput?: Record<string, unknown>
  }
}
type SdkCallback = (
  input: PreToolUseHookInput,
  toolUseId: string | undefined,
  options: { signal: AbortSignal },
) => Promise<HookOutput>

function decideFor(session: HookSession): SdkCallback {
  return async (input, toolUseId, { signal }) => {
    const call = { toolName: input.tool_name, toolUseId: toolUseId ?? '', toolInput: input.tool_input }
    const verdict = await session.fire(HookEvent.PreToolUse, call, { signal })
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        ...(verdict.decision && { permissionDecision: verdict.decision }),
        ...(verdict.reason !== null && { permissionDecisionReason: verdict.reason }),
        ...(verdict.input && { updatedInput: verdict.input }),
      },
    }
  }
}

const hooks = await createHooks({ guards: ['hookline:dangerous-commands'], permissions: { allow: ['Read'] } })
const decide = decideFor(hooks.session())
const hookOptions = { PreToolUse: [{ hooks: [decide] }] }

// What the SDK does at every tool call.
const call = (tool_name: string, tool_input: Record<string, unknown>) =>
  hookOptions.PreToolUse[0]!.hooks[0]!(
    { hook_event_name: 'PreToolUse', session_id: 's', cwd: process.cwd(), tool_name, tool_input },
    'toolu_1',
    { signal: new AbortController().signal },
  )
assert.equal((await call('Read', { file_path: 'a.ts' })).hookSpecificOutput?.permissionDecision, 'allow')
assert.equal((await call('Bash', { command: 'sudo rm -rf /' })).hookSpecificOutput?.permissionDecision, 'deny')
await hooks.close()
