/** A form of a page. */
export interface Form {
  readonly action: string
  /** The hidden inputs, by name. */
  readonly hidden: Readonly<Record<string, string>>
  /** The names of the inputs that a user fills in. */
  readonly fields: readonly string[]
}

/**
 * Parses the forms of a built-in page, in order. Supports only the markup that the library writes.
 */
export function readForms(html: string, url: URL): readonly Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', body = '']) => {
    const inputs = [...body.matchAll(/<input\b([^>]*)>/gs)].map(([, input = '']) => ({
      name: attribute(input, 'name') ?? '',
      value: attribute(input, 'value') ?? '',
      isHidden: attribute(input, 'type') === 'hidden',
    }))
    const hidden = inputs.filter(({ isHidden }) => isHidden)
    return {
      action: new URL(attribute(tag, 'action') ?? '', url).href,
      hidden: Object.fromEntries(hidden.map(({ name, value }) => [name, value])),
      fields: inputs.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    }
  })
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return found?.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole: string, decimal?: string, hex?: string, word: string = '') => {
      if (decimal) return String.fromCodePoint(Number(decimal))
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return entities[word] ?? whole
    },
  )
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
