export type { Script, ScriptRequest, ScriptStep } from '../models/model-types.ts'
export { createScriptedProvider } from '../models/scripted-provider.ts'
export { compareVerdict } from './compare-verdict.ts'
export { testHooks } from './test-hooks.ts'
