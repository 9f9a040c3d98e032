import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { renderPages } from '../../../scripts/every-page.mjs'
import { languageCodes } from '../../../src/pages/find-language.js'
import { expectValidMail, validPage } from '../../support/valid-html.js'

const source = new URL('../../../src/', import.meta.url)
const load = (file: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ new URL(`${file}.ts`, source).href)

/** What a browser loads besides the document. */
function listLoads(html: string): readonly string[] {
  const attributes = / (?:src|srcset|poster|data|background)="([^"]*)"/g
  const links = /<link\b[^>]*>|@import|url\([^)]*\)/g
  const addresses = [...html.matchAll(attributes)].map(([, address = '']) => address)
  return [...addresses, ...(html.match(links) ?? [])].filter((one) => !one.startsWith('data:'))
}

describe.each(languageCodes)('every page and mail in %s', async (code) => {
  const pages = await renderPages(load, code)
  const names = Object.keys(pages)
  const seen = names.filter((name) => !name.startsWith('mail-'))

  it('is valid HTML', () => {
    expect(names.length).toBeGreaterThan(80)
    for (const name of names) {
      const html = pages[name] ?? ''
      expect(html, name).toContain(`<html lang="${code}"`)
      if (seen.includes(name)) validPage(html)
      else expectValidMail(html)
    }
  })

  it('loads nothing but its document, and the script of a passkey that is asked for', () => {
    for (const name of names) {
      const hasScript = name === 'second-factor--passkey' || name === 'prove--passkey'
      const expected = hasScript ? ['https://app.example/script.js'] : []
      expect(listLoads(pages[name] ?? ''), name).toEqual(expected)
    }
  })

  it('is smaller than 25 kB, or 32 kB for the account of a user who has everything', () => {
    const sizes = seen.map((name) => {
      const html = Buffer.from(pages[name] ?? '')
      const most = name.startsWith('account') ? 32_000 : 25_000
      return { name, most, bytes: html.length, compressed: gzipSync(html).length }
    })
    expect(sizes.filter(({ bytes, most }) => bytes >= most)).toEqual([])
    expect(sizes.filter(({ compressed }) => compressed >= 9_000)).toEqual([])
  })
})
