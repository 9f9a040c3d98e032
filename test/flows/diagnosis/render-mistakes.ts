import { format as formatMarkdown } from 'prettier'
import type { Mistake } from './mistakes.js'

const head = `# Mistakes of the first hour, and what they print

Find the line that your terminal shows. On the dev server, the error page under \`/auth\` shows the same
text with the option and the file. In production, no page shows it. The log has it, unless the entry says otherwise.

<!-- Written by test/flows/diagnosis/render-mistakes.ts; refresh with: npx vitest run --project engine test/flows/diagnosis/mistakes.test.ts -u -->
`

const inApp = `## In the files of the app

The dev server or the build prints these lines after the name of the file or after the name of the error, such as
\`InvalidConfig\`.
`

const foot = `## How the dev server is recognized

The error pages show details only if both of these are true:

1. Qwik's \`isDev\` is \`true\`. \`vite build\` sets it to \`false\`.
2. \`NODE_ENV\` is \`development\`. Vite's dev server sets it. Without this second condition, a server build with a mode
   of your own, such as \`vite build --mode staging\`, would show details, because Qwik sets \`isDev\` there, too.

Neither depends on the request or on the config, so no visitor can turn the details on. Like a log line, the
page never contains a secret, a token or a password.

For all other codes, see [errors](errors.md). The console ends each line of an error with a link to its entry there. For sign-ins that fail at a provider, see
[faults at a service](service-faults.md).
`

/** Writes the page of the docs that lists mistakes and their lines. */
export function renderMistakes(
  engine: readonly Mistake[],
  app: readonly Mistake[],
): Promise<string> {
  const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 }
  const sections = [
    head,
    '## In the config and the environment',
    list(engine),
    inApp,
    list(app),
    foot,
  ]
  return formatMarkdown(sections.join('\n\n'), options)
}

function list(mistakes: readonly Mistake[]): string {
  return mistakes.map(({ what, line }) => `- ${what}\n\n  \`\`\`\n  ${line}\n  \`\`\`\n`).join('\n')
}
