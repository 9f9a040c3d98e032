import { format as formatMarkdown } from 'prettier'

const head = `# Faults at a service and their log lines

Find the line that your log shows. Your line may end with the cause, which is omitted here. The provider in these lines has the id \`op\` and the
issuer \`https://op.test\`; the app is \`https://app.test\`. For all other codes, see [errors](errors.md).

<!-- Written by test/flows/diagnosis/render-faults.ts; refresh with: npx vitest run test/flows/diagnosis/faults.test.ts -u -->
`

/** A fault, and the first line that the console shows of it. */
export interface FaultLine {
  readonly what: string
  readonly line: string
}

/** Writes the page of the docs that lists faults and their log lines. */
export function renderFaults(lines: readonly FaultLine[]): Promise<string> {
  const sections = lines.map(({ what, line }) => `- ${what}\n\n  \`\`\`\n  ${line}\n  \`\`\`\n`)
  const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 }
  return formatMarkdown(`${head}\n${sections.join('\n')}`, options)
}
