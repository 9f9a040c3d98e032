import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listCheckedPages } from '../../../scripts/readability.mjs'
import { root } from '../../../scripts/run.mjs'

/** The measurements of the internals have rows whose first cell says it all. */
const pages = listCheckedPages().filter((page) => !page.startsWith('docs/internals/'))

describe('the tables of the documentation', () => {
  it('have as many cells in each row as in the header, and a name for each column', () => {
    expect(pages.length).toBeGreaterThan(200)
    expect(pages.flatMap((page) => findBadRows(page, read(page)))).toEqual([])
  })

  it('are read outside of code, with pipes that are escaped', () => {
    const good = '| a | b |\n| - | - |\n| `x \\| y` | 2 |\n\n```\n| 1 |\n| 2 | 3 |\n```\n'
    expect(findBadRows('a.md', good)).toEqual([])
    const bad = '| a |   |\n| - | - |\n| 1 | 2 | 3 |\n| 1 | 2 |\n'
    expect(findBadRows('a.md', bad)).toEqual([
      'a.md:1: a column has no name',
      'a.md:3: 3 cells, and the header has 2',
    ])
  })
})

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

function findBadRows(page: string, text: string): string[] {
  const prose = text.replaceAll(/^[ \t]*```.*?^[ \t]*```/gms, (code) =>
    code.replaceAll(/[^\n]/g, ''),
  )
  let header: readonly string[] | undefined
  return prose.split('\n').flatMap((line, at) => {
    const cells = cellsOf(line)
    const first = header
    header = cells && (first ?? cells)
    const problem = cells && findProblem(cells, first)
    return problem ? [`${page}:${at + 1}: ${problem}`] : []
  })
}

/** The cells of a row, or undefined for a line that is not in a table. */
function cellsOf(line: string): readonly string[] | undefined {
  const row = line.trim()
  if (!row.startsWith('|')) return undefined
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function findProblem(
  cells: readonly string[],
  header: readonly string[] | undefined,
): string | undefined {
  if (!header) return cells.includes('') ? 'a column has no name' : undefined
  if (cells.length === header.length) return undefined
  return `${cells.length} cells, and the header has ${header.length}`
}
