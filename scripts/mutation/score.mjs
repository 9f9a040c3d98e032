/**
 * How the mutants of a folder fared.
 *
 * @typedef {{
 *   total: number, killed: number, error: number, timeout: number, survived: number,
 *   noCoverage: number, ignored: number, percent: number,
 * }} Score
 */

/** @param {{ status: string }} mutant */
export function isAlive({ status }) {
  return status === 'Survived' || status === 'NoCoverage'
}

/**
 * @param {readonly { status: string }[]} mutants
 * @returns {Score}
 */
export function sum(mutants) {
  /** @param {string} status */
  const count = (status) => mutants.filter((mutant) => mutant.status === status).length
  // An error outside of a test fails a run as well.
  const [killed, error, timeout] = [count('Killed'), count('RuntimeError'), count('Timeout')]
  const [survived, noCoverage] = [count('Survived'), count('NoCoverage')]
  const found = killed + error + timeout
  const total = found + survived + noCoverage
  const rest = { survived, noCoverage, ignored: count('Ignored') }
  return { total, killed, error, timeout, ...rest, percent: (100 * found) / total }
}

/** @param {readonly import('./mutate.mjs').Mutant[]} mutants */
export function listAlive(mutants) {
  const lines = mutants
    .filter(isAlive)
    .map(({ fileName, location: { start, end }, mutatorName, replacement, status }) => {
      const place = `${fileName}:${start.line}:${start.column}-${end.line}:${end.column}`
      return `${place} ${status} ${mutatorName} → ${replacement?.replaceAll(/\s+/g, ' ')}\n`
    })
  return lines.join('')
}

/**
 * Prints a table as it stands in docs/internals/mutation.md.
 *
 * @param {readonly ({ target: string } & Score)[]} rows
 */
export function printTable(rows) {
  const titles = [
    'mutants',
    'killed',
    'error',
    'timeout',
    'survived',
    'no coverage',
    'ignored',
    'score',
  ]
  const lines = rows.map(({ target, percent, ...score }) => {
    const { total, killed, error, timeout, survived, noCoverage, ignored } = score
    const cells = [total, killed, error, timeout, survived, noCoverage, ignored]
    return `| \`${target}\` | ${cells.join(' | ')} | ${percent.toFixed(1)} % |`
  })
  const rule = ['---', ...titles.map(() => '---:')]
  process.stdout.write(`\n| folder | ${titles.join(' | ')} |\n| ${rule.join(' | ')} |\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
}
