import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributes, html, trustedHtml, type Interpolation } from '../../../src/http/html.js'

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

// Under another name, so that the formatter leaves the templates as they are.
const tag = html

describe('html', () => {
  it('escapes what could end text or a quoted attribute', () => {
    expect(String(html`<p title="${`"'`}">${'<b>&</b>'}</p>`)).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;&lt;/b&gt;</p>',
    )
  })

  it('replaces NUL, which HTML cannot contain', () => {
    expect(String(html`<p ${attributes({ title: 'a\0' })}>${'\0b'}</p>`)).toBe(
      '<p title="a\uFFFD">\uFFFDb</p>',
    )
  })

  it('escapes what is escaped already once more, so that it reads as it was written', () => {
    expect(String(html`${'&lt;'}`)).toBe('&amp;lt;')
  })

  it('lets nested Html and arrays of it pass', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`)
    expect(String(tag`<ul>${items}${tag`<li>z</li>`}</ul>`)).toBe(
      '<ul><li>a</li><li>&lt;</li><li>z</li></ul>',
    )
  })

  it('escapes strings inside arrays', () => {
    expect(String(html`${['<', ['>', html`<br />`]]}`)).toBe('&lt;&gt;<br />')
  })

  it('renders undefined, null and false as nothing', () => {
    expect(String(html`[${undefined}${null}${false}${[undefined, null, false]}]`)).toBe('[]')
  })

  it('renders every other value, the falsy ones too', () => {
    expect(String(html`${0}|${''}|${true}|${-1n}|${Number.NaN}`)).toBe('0||true|-1|NaN')
  })

  it('does not take an object for Html because it looks like it', () => {
    const made = html`<b></b>`
    const forged: unknown = { toString: () => '<b>' }
    expect(String(html`${forged as Interpolation}`)).toBe('&lt;b&gt;')
    const heir: unknown = Object.create(made, { toString: { value: () => '<b>' } })
    expect(String(html`${heir as Interpolation}`)).toBe('&lt;b&gt;')
  })

  it('never lets a character of markup through, and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`<>"'&;=/ab \``.split('')) }), (text) => {
        const rendered = String(html`${text}`)
        expect(rendered).not.toMatch(/[<>"']/)
        expect(decode(rendered)).toBe(text)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(String(tag`<p title="${text}" lang='${text}'>${text}</p>`)).toMatch(
          /^<p title="[^<>"']*" lang='[^<>"']*'>[^<>"']*<\/p>$/,
        )
      }),
    )
  })

  it('never lets a character of markup through from any value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true }), (value) => {
        let rendered: string
        try {
          rendered = String(html`${value as Interpolation}`)
        } catch (error) {
          // An object that has no text form.
          expect(error).toBeInstanceOf(TypeError)
          return
        }
        expect(rendered).not.toMatch(/[<>"']/)
      }),
    )
  })
})

describe('trustedHtml', () => {
  it('passes text as it is', () => {
    expect(String(html`${trustedHtml('<br>')}`)).toBe('<br>')
  })
})

describe('attributes', () => {
  it('escapes values and writes true as a bare name', () => {
    expect(String(attributes({ value: `"><b>'&`, size: 3, required: true }))).toBe(
      'value="&quot;&gt;&lt;b&gt;&#39;&amp;" size="3" required',
    )
  })

  it('leaves out false, null, undefined and what is no plain value', () => {
    const record = { a: false, b: null, c: undefined, d: {}, e: [], f: () => '', g: Symbol('g') }
    expect(String(attributes(record))).toBe('')
  })

  it('keeps an empty value', () => {
    expect(String(attributes({ alt: '' }))).toBe('alt=""')
  })

  it.each(['a b', 'a"', 'a>', 'a/', 'a=b', '1a', '', '-a', 'ä', 'a\n', '__proto__', 'x\u0000'])(
    'leaves out the malformed name %j',
    (name) => {
      expect(String(attributes(Object.fromEntries([[name, 'x']])))).toBe('')
    },
  )

  it.each(['onclick', 'ONCLICK', 'onFocus', 'on', 'style', 'Style', 'srcdoc', 'formAction'])(
    'leaves out %s, which could run code, restyle or redirect',
    (name) => {
      expect(String(attributes({ [name]: 'x' }))).toBe('')
      expect(String(attributes({ [name]: true }))).toBe('')
    },
  )

  it.each(['data-x', 'aria-label', 'xml:lang', 'maxLength', 'styles', 'data-style', 'icon', 'a_b'])(
    'keeps the name %s',
    (name) => {
      expect(String(attributes({ [name]: 'x' }))).toBe(`${name}="x"`)
    },
  )

  it('can stand inside a tag of html', () => {
    expect(String(html`<input ${attributes({ value: '<' })} />`)).toBe('<input value="&lt;" />')
  })
})
