/** How many tokens every model of a family can hold at least; newer ones may hold more. The first that fits counts. */
const families: readonly (readonly [pattern: RegExp, tokens: number])[] = [
  [/claude/, 200_000],
  [/gpt-3\.5/, 16_385],
  [/gpt-4\.1/, 1_047_576],
  [/gpt-4o|gpt-4-turbo/, 128_000],
  [/gpt-5-chat|chat-latest/, 128_000],
  [/gpt-(?:[5-9]|\d\d)/, 272_000],
  [/(?:^|\/)o[134]/, 200_000],
  [/gemini/, 1_048_576],
]

/** The tokens a model can hold, by its name; undefined when the name says nothing. Rather too few than too many. */
export function findContextWindow(model: string): number | undefined {
  return families.find(([pattern]) => pattern.test(model))?.[1]
}
