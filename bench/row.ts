/** One line of the benchmark table: a ratio taken side by side in one run, and the goal it is held against. */
export interface Row {
  measure: string
  goal: string
  got: string
  met: boolean
}
