class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  static is(value: unknown): value is Markup {
    return typeof value === 'object' && value !== null && #text in value
  }

  toString(): string {
    return this.#text
  }
}

/** Text that may be sent as HTML. Only {@link html}, {@link attributes} and {@link trustedHtml} make it. */
export type Html = Markup

/** What may stand in a `${…}` of {@link html}. */
export type Interpolation =
  Html | string | number | bigint | boolean | null | undefined | readonly Interpolation[]

/**
 * Builds HTML from a template and escapes every interpolation, for text and for quoted attribute values.
 * Unquoted attributes, `<script>` and `<style>` are not positions for an interpolated string.
 * `Html` passes as it is, arrays item by item; `undefined`, `null` and `false` leave nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolation[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) {
    text += renderInterpolation(value) + (strings[index + 1] ?? '')
  }
  return new Markup(text)
}

/** Takes text as HTML without escaping. For constants of our own and values proven harmless, nothing else. */
export function trustedHtml(text: string): Html {
  return new Markup(text)
}

/**
 * Renders attributes, to stand inside a tag; `true` gives a bare name.
 * Names that are malformed or can run code or restyle the page are left out, and so are values
 * that are neither text, number nor `true`.
 */
export function attributes(record: Readonly<Record<string, unknown>>): Html {
  const kept = Object.entries(pickAttributes(record))
  return new Markup(kept.map(([name, value]) => renderAttribute(name, value)).join(' '))
}

/** Attributes by name; `true` is a bare name. */
export type Attributes = Readonly<Record<string, string | number | true>>

/** Picks what {@link attributes} would render. */
export function pickAttributes(record: Readonly<Record<string, unknown>>): Attributes {
  const kept: Record<string, string | number | true> = {}
  for (const [name, value] of Object.entries(record)) {
    if (isHarmlessName(name) && isRenderable(value)) kept[name] = value
  }
  return kept
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function renderInterpolation(value: Interpolation): string {
  if (value === undefined || value === null || value === false) return ''
  if (Markup.is(value)) return value.toString()
  if (Array.isArray(value)) return value.map(renderInterpolation).join('')
  return escapeText(String(value))
}

function isHarmlessName(name: string): boolean {
  return (
    /^[a-z][a-z0-9:_-]*$/i.test(name) &&
    !/^on/i.test(name) &&
    !/^(?:style|srcdoc|formaction)$/i.test(name)
  )
}

function isRenderable(value: unknown): value is string | number | true {
  return typeof value === 'string' || typeof value === 'number' || value === true
}

function renderAttribute(name: string, value: string | number | true): string {
  return value === true ? name : `${name}="${escapeText(String(value))}"`
}
