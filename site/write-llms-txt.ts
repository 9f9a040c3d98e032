import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from './list-sections.js'

/** Writes the list of all pages for language models, as https://llmstxt.org describes it. */
export function writeLlmsTxt(folder: string, sections: readonly Section[]): void {
  const source = 'https://raw.githubusercontent.com/latchkey-auth/latchkey/main/docs'
  const lists = sections.map(({ title, pages }) => {
    const lines = pages.map(
      (page) =>
        `- [${page.title}](${source}/${page.path})${page.description && `: ${page.description}`}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  const head =
    '# Latchkey\n\n> Authentication for Qwik City: sign-in, sign-out and sessions from one config function that stays on the server.\n'
  writeFileSync(join(folder, 'llms.txt'), [head, ...lists].join('\n'))
}
