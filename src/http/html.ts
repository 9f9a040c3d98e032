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

/**
 * Text that is safe to send as HTML. Only {@link html}, {@link attributes} and {@link trustedHtml}
 * create it.
 */
export type Html = Markup

/** The values that a `${…}` of {@link html} accepts. */
export type Interpolation =
  Html | string | number | bigint | boolean | null | undefined | readonly Interpolation[]

/**
 * Builds HTML from a template and escapes every interpolation, for text and for quoted attribute
 * values. Do not interpolate strings into unquoted attributes, `<script>` or `<style>`.
 * `Html` is inserted unchanged, arrays item by item. `undefined`, `null` and `false` render
 * nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolation[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) {
    text += renderInterpolation(value) + (strings[index + 1] ?? '')
  }
  return new Markup(text)
}

/**
 * Marks text as HTML without escaping it. Use it only for our own constants and for values that are
 * known to be safe.
 */
export function trustedHtml(text: string): Html {
  return new Markup(text)
}

/**
 * Renders attributes for use inside a tag. `true` renders a bare name.
 * Drops names that are malformed or that can run code or restyle the page, and values that are not
 * a string, a number or `true`.
 */
export function attributes(record: Readonly<Record<string, unknown>>): Html {
  const kept = Object.entries(pickAttributes(record))
  return new Markup(kept.map(([name, value]) => renderAttribute(name, value)).join(' '))
}

/** Attributes, keyed by name. `true` is a bare name. */
export type Attributes = Readonly<Record<string, string | number | true>>

/** Returns the attributes that {@link attributes} would render. */
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

/** HTML cannot contain NUL, also not as an entity. */
function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replaceAll('\0', '\uFFFD')
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
