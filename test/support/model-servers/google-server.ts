import { type ModelServer, type ServerScript, splitText, startModelServer, type Vendor } from './model-server.ts'

/** Speaks the streaming `generateContent` of Gemini on loopback. A signature is put on the thinking and on the first call. */
export function startGoogleServer(script: ServerScript): Promise<ModelServer> {
  return startModelServer(google, script)
}

const finishReasons = { length: 'MAX_TOKENS', contentFilter: 'SAFETY' }

const google: Vendor = {
  frames(step) {
    const signed = step.signature === undefined ? {} : { thoughtSignature: step.signature }
    const usageMetadata = {
      promptTokenCount: step.usage?.inputTokens ?? 0,
      candidatesTokenCount: step.usage?.outputTokens ?? 0,
      totalTokenCount: (step.usage?.inputTokens ?? 0) + (step.usage?.outputTokens ?? 0),
    }
    const parts = [
      ...splitText(step.thinking ?? '', step.deltas).map((text) => ({ text, thought: true, ...signed })),
      ...splitText(step.text ?? '', step.deltas).map((text) => ({ text })),
      ...(step.toolCalls ?? []).map(({ name, input }, index) => ({
        functionCall: { name, args: input },
        ...(index === 0 && signed),
      })),
    ]
    const chunk = (fields: Record<string, unknown>): string => `data: ${JSON.stringify(fields)}\r\n\r\n`
    return {
      content: parts.map((part) => chunk({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }] })),
      end: [
        chunk({
          candidates: [
            {
              content: { role: 'model', parts: [] },
              finishReason: step.finish ? finishReasons[step.finish] : 'STOP',
              index: 0,
            },
          ],
          usageMetadata,
        }),
      ],
      error: chunk({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
    }
  },
  errorBody: ({ status, message }) => ({ error: { code: status, message, status: 'UNKNOWN' } }),
}
