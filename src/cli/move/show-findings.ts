import type { Terminal } from '../terminal.js'
import type { Finding } from './finding.js'

/** Prints what the app's author has to look at, one place after the other. */
export function showFindings(findings: readonly Finding[], terminal: Terminal): void {
  if (findings.length === 0) return
  terminal.print('Look at these places yourself:')
  for (const { path, line, problem, cure } of findings) {
    terminal.print(`${path}:${line}\n  ${problem}\n  ${cure}`)
  }
  terminal.print('')
}
