import { expect, it } from 'vitest'
import { remember } from '../../src/flows/tokens/token-memory.js'

it('a process remembers 1000 names, and forgets the one that was set longest ago', () => {
  const known = new Map<string, number>()
  for (let index = 0; index < 1000; index += 1) remember(known, String(index), index)
  remember(known, '0', 0)
  remember(known, 'new', 1)
  expect(known.size).toBe(1000)
  expect(known.has('1')).toBe(false)
  expect(['0', '2', 'new'].every((name) => known.has(name))).toBe(true)
})
