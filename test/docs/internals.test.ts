import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/run.mjs'

const folder = join(root, 'docs/internals')
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (page) => page.endsWith('.md') && page !== 'README.md',
)
const mostLines = 10

it.each(pages)('%s starts with a summary of at most ten lines', (page) => {
  const [, summary = ''] = readFileSync(join(folder, page), 'utf8').split('\n\n')
  expect(summary).toMatch(/^\*\*(?:Decision|In short|Problem|Question|What was \w+[^*]*)[.:]\*\* ?/)
  expect(summary.split('\n').length).toBeLessThanOrEqual(mostLines)
})
