import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseUrl } from '../../../src/http/parse-url.js'

/** As UTF-8 these characters would be a full stop, and the whole an address. */
const odd = 'https://app.test\u00e3\u0080\u0082evil.test'

describe('parseUrl', () => {
  it('gives what the parser of URLs gives', () => {
    expect(parseUrl('https://app.test/a?b#c')?.href).toBe('https://app.test/a?b#c')
    expect(parseUrl('/a', 'https://app.test/b')?.href).toBe('https://app.test/a')
    expect(parseUrl('')).toBeUndefined()
    expect(parseUrl('/a')).toBeUndefined()
    expect(parseUrl('https://[')).toBeUndefined()
  })

  it('gives the same however often it was asked', () => {
    const found = Array.from({ length: 20_000 }, () => parseUrl(odd, 'https://app.test'))
    expect(found.filter((url) => url !== undefined)).toEqual([])
  })

  it('is asked in the place of `URL.canParse`, wherever a visitor could have written the text', () => {
    const source = new URL('../../../src/', import.meta.url)
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    const visited = files.filter((file) => file.endsWith('.ts') && !/^(?:cli|testing)\//.test(file))
    const asking = visited.filter((file) =>
      /URL\.canParse\(/.test(readFileSync(new URL(file, source), 'utf8')),
    )
    expect(asking).toEqual([])
  })
})
