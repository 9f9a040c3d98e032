import { html, type Html, type Interpolation } from '../http/html.js'

/** Puts values in the place of the names in braces. A name without a value stays as it is. */
export function fillText(text: string, values: Readonly<Record<string, Interpolation>>): Html {
  return html`${fill(text, values)}`
}

/** The same for a text that is no HTML. */
export function fillPlainText(text: string, values: Readonly<Record<string, string>>): string {
  return fill(text, values).join('')
}

/** Marks text of either direction, so that it does not reorder what stands around it. */
export function isolate(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

function fill<T>(text: string, values: Readonly<Record<string, T>>): readonly (T | string)[] {
  return text.split(/(\{[a-z]{1,20}\})/i).map((part) => {
    const name = part.slice(1, -1)
    const value = Object.hasOwn(values, name) && part.startsWith('{') ? values[name] : undefined
    return value ?? part
  })
}
