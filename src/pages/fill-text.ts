import { html, type Html, type Interpolation } from '../http/html.js'

/** Replaces the names in braces with values. A name without a value is kept. */
export function fillText(text: string, values: Readonly<Record<string, Interpolation>>): Html {
  return html`${fill(text, values)}`
}

/** Like `fillText`, for plain text. */
export function fillPlainText(text: string, values: Readonly<Record<string, string>>): string {
  return fill(text, values).join('')
}

/** Isolates text of unknown direction, so that it does not reorder the text around it. */
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
