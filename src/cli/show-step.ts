import type { Step } from './step.js'
import type { Terminal } from './terminal.js'

/** Prints what will happen to a file. */
export function showStep(step: Step, terminal: Terminal): void {
  const paint = painterOf(terminal)
  if (step.kind === 'leave') {
    terminal.print(paint('bold', step.notice))
    terminal.show(indent(step.text.trimEnd().split('\n')).join('\n'))
  } else {
    terminal.print(paint('bold', `${step.path}${step.before === undefined ? ' (new)' : ''}`))
    for (const line of step.diff) terminal.show(paint(line.startsWith('-') ? 'red' : 'green', line))
  }
  terminal.print('')
}

const codes = { bold: 1, red: 31, green: 32 }

function painterOf({ hasColours }: Terminal): (look: keyof typeof codes, text: string) => string {
  if (!hasColours) return (_, text) => text
  return (look, text) => `\u001B[${codes[look]}m${text}\u001B[0m`
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`.trimEnd())
}
