import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/run.mjs'

const folder = join(root, 'src/qwik/ui')
const sources = readdirSync(folder)
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n')
const parts = [...sources.matchAll(/data-latchkey-part="([\w-]+)"/g)].map(([, part = '']) => part)

it('the page about components lists every part that can be styled', () => {
  const page = readFileSync(join(root, 'docs/guide/components.md'), 'utf8')
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter((part) => !page.includes(`\`${part}\``))).toEqual([])
})
