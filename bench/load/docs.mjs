import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { tables } from './docs-tables.mjs'

const pages = ['../../docs/internals/scale.md', '../../docs/internals/reliability.md']

/** Writes the figures of the last runs into the pages. */
export async function writeDocs() {
  for (const page of pages) {
    const file = new URL(page, import.meta.url)
    const before = readFileSync(file, 'utf8')
    const after = before.replaceAll(
      /(<!-- load:(\w+) -->)[^]*?(<!-- load:end -->)/g,
      (_whole, begin, name, end) => `${begin}\n\n${tableNamed(name)}\n\n${end}`,
    )
    const options = await resolveConfig(file.pathname)
    writeFileSync(file, await format(after, { ...options, parser: 'markdown' }))
  }
}

/** @param {string} name */
function tableNamed(name) {
  const describe = Object.entries(tables).find(([known]) => known === name)?.[1]
  if (!describe) throw new Error(`There is no table "${name}".`)
  return describe()
}
