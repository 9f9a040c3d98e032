import type { CheckResult, CheckState } from './check-result.js'

const marks: Readonly<Record<CheckState, string>> = {
  ok: '✓ ok',
  warning: '! warning',
  wrong: '✗ wrong',
  unknown: '? unknown',
  skipped: '- skipped',
}

/** Renders the results as a table with one line for each result and one for each cure. */
export function renderResults(results: readonly CheckResult[]): string {
  const checkWidth = Math.max('check'.length, ...results.map(({ check }) => check.length))
  const stateWidth = Math.max(...Object.values(marks).map((mark) => mark.length))
  const row = (check: string, state: string, text: string): string =>
    `${check.padEnd(checkWidth)}  ${state.padEnd(stateWidth)}  ${text}`.trimEnd()
  return [
    row('check', 'state', 'finding and cure'),
    ...results.flatMap(({ check, state, message, cure }) => [
      row(check, marks[state], message),
      ...(cure === undefined ? [] : [row('', '', `→ ${cure}`)]),
    ]),
    '',
    summarize(results),
  ].join('\n')
}

function summarize(results: readonly CheckResult[]): string {
  const count = (state: CheckState): number =>
    results.filter((result) => result.state === state).length
  const wrong = count('wrong')
  const others = (['warning', 'unknown'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state}${state === 'warning' && count(state) > 1 ? 's' : ''}`)
  const verdict = wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${results.length} checks failed.`
  return others.length === 0 ? verdict : `${verdict} (${others.join(', ')})`
}
