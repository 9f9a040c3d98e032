import type { Ground, Race } from './race.js'

/**
 * Runs a race many times, on several grounds at once. Prints how often each outcome came; returns
 * the violations.
 */
export async function runRounds(
  name: string,
  race: Race,
  grounds: readonly Ground[],
  rounds: number,
): Promise<readonly string[]> {
  const violations: string[] = []
  const outcomes = new Map<string, number>()
  const began = performance.now()
  let begun = 0
  const runOn = async (ground: Ground): Promise<void> => {
    while (begun < rounds) {
      begun += 1
      const round = begun
      const verdict = await race.run(ground)
      outcomes.set(verdict.outcome, (outcomes.get(verdict.outcome) ?? 0) + 1)
      for (const what of verdict.violations) {
        const violation = `round ${round}: ${what} (${verdict.outcome})`
        violations.push(violation)
        // At once: the runner tells what failed only after the last race.
        process.stdout.write(`races: VIOLATED on ${name}: ${race.title}: ${violation}\n`)
      }
    }
  }
  await Promise.all(grounds.map(runOn))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const kinds = [...outcomes.keys()].toSorted((one, other) => one.localeCompare(other))
  const counts = kinds.map((outcome) => `${outcomes.get(outcome)} × ${outcome}`)
  const figures = `${rounds} rounds in ${seconds} s, ${violations.length} violations`
  process.stdout.write(`races: ${name}: ${race.title}: ${figures}; ${counts.join(', ')}\n`)
  return violations
}
