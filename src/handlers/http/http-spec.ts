import type { HandlerSpec } from '../../protocol/hook.ts'

/** What a hook of type http says of itself. */
export type HttpSpec = Extract<HandlerSpec, { type: 'http' }>
