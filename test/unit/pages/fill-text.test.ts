import { describe, expect, it } from 'vitest'
import { html } from '../../../src/http/html.js'
import { fillPlainText, fillText } from '../../../src/pages/fill-text.js'

describe('fillText', () => {
  it('puts values in their places, escaped unless they are HTML', () => {
    expect(String(fillText('<{a}> & {b}', { a: '<i>', b: html`<b>x</b>` }))).toBe(
      '&lt;&lt;i&gt;&gt; &amp; <b>x</b>',
    )
  })

  it('does not look for names in values', () => {
    expect(String(fillText('{a}{b}', { a: '{b}', b: 'x' }))).toBe('{b}x')
  })

  it.each(['{unknown}', '{constructor}', '{__proto__}', '{', '{}', '{a b}', 'a'])(
    'leaves %j as it is',
    (text) => {
      expect(String(fillText(text, { a: 'x' }))).toBe(text)
      expect(fillPlainText(text, { a: 'x' })).toBe(text)
    },
  )

  it('fills text that is no HTML as it is', () => {
    expect(fillPlainText('<{a}>', { a: '&' })).toBe('<&>')
  })
})
