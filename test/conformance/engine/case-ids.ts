/** Every case of the corpus of documents and original tests, by group. */
export const documentedIds: readonly string[] = [
  ...range('B1', 1, 5),
  ...range('B2', 1, 12),
  ...range('B3', 1, 8),
  ...['B3.10', 'B3.13', 'B3.14'],
  ...range('B4', 1, 12),
  ...range('B5', 1, 3),
  ...range('B5', 5, 14),
  ...range('B5', 16, 20),
  ...range('B5', 22, 25),
  ...['L1', 'L2', 'L4', 'L5', 'L6', 'L8', 'L9', 'L10', 'L11', 'L13'],
  ...['U1', 'U2', 'U3', 'U4', 'U5', 'U6', 'U7', 'U8'],
  ...['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G9', 'G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G17'],
  ...['K1', 'K2', 'K3', 'K4', 'K5', 'K7', 'K9', 'K10', 'K13', 'K14', 'K16', 'K17'],
  ...['O1', 'O2', 'O3', 'O4', 'O5', 'O6', 'O7', 'O8'],
  ...['X2', 'X3', 'X4', 'X5', 'X7', 'X8'],
]

function range(group: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${group}.${from + index}`)
}

/** Cases that are not about the engine, or that nothing asks for, each with the reason. */
export const casesElsewhere: Readonly<Record<string, string>> = {
  'B1.5': 'optional: variables that switch hooks off are not part of the specification',
  'B5.19': 'optional: an original let a notice be replaced by stdout; here it is recorded',
  'B5.20': 'optional and against the specification: hooks run in plan mode, and an ask asks in yolo',
  'B5.22': 'prompt and agent handlers',
  'B5.23': 'http handler',
  'B5.25': 'trust of project files',
  L13: 'telemetry',
  K17: 'optional: another format of the same program',
  O4: 'callbacks of the original’s own engine; here the observer sees every step',
  O5: 'agent loop: how often a stop may be refused',
}
