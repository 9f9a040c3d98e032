import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { attackCases } from '../../../src/testing.js'
import { allCases } from './cases/all-cases.js'
import { qwikCases } from './cases/qwik-cases.js'
import { elsewhere, rows } from './rows.js'

const cases = [...allCases, ...qwikCases]
const attacked = new Set(cases.flatMap(({ ids }) => ids))

describe('what the library must stand', () => {
  it('is an attack each, or is said to be proven elsewhere', () => {
    expect(rows.filter((row) => !attacked.has(row) && !Object.hasOwn(elsewhere, row))).toEqual([])
  })

  it.each([
    ['stored passwords', 'FP', 29],
    ['second factors', 'FM', 22],
  ])('is published if it is about %s', (_what, prefix, count) => {
    const published = new Set(attackCases.flatMap(({ ids }) => ids))
    const ofKind = rows.filter((row) => row.startsWith(prefix))
    expect(ofKind).toHaveLength(count)
    expect(ofKind.filter((row) => !published.has(row))).toEqual([])
  })

  it('is not both', () => {
    const names = Object.keys(elsewhere)
    expect(names.filter((row) => attacked.has(row) || !rows.includes(row))).toEqual([])
  })

  it.each(Object.entries(elsewhere).filter(([, { proof }]) => proof))(
    '%s is proven where it is said to be',
    (_row, { proof: [file, words] = ['', ''] }) => {
      const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url))
      expect(readFileSync(path, 'utf8')).toContain(words)
    },
  )
})

describe('the attacks', () => {
  it('have names that begin with what they stand for, each its own', () => {
    const names = cases.map(({ name }) => name)
    expect(names.filter((name) => !/^[A-Z]+\d+(?:, [A-Z]+-[\w-]+)?: /.test(name))).toEqual([])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('are counted in docs/internals/attacks.md', () => {
    const path = fileURLToPath(new URL('../../../docs/internals/attacks.md', import.meta.url))
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(`as ${cases.length} attacks`)
    expect(text).toContain(`run ${attackCases.length} of them`)
  })

  it('stand for rows that we have, and for public advisories', () => {
    const known = new Set([...rows, 'B10', 'B15', 'P23'])
    const odd = [...attacked].filter((id) => !known.has(id))
    expect(odd.filter((id) => !/^(?:CVE|GHSA|AIKIDO)-[\w-]+$/.test(id))).toEqual([])
  })
})
