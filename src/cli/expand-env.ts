import type { EnvEntry } from './parse-env.js'

type Environment = Readonly<Record<string, string | undefined>>

/** A reference such as `$HOST`, `${HOST}` or `${HOST:-localhost}`. A backslash before it escapes it. */
const reference = /(?<!\\)(?:\$\{([^{}]+)\}|\$([a-z_]\w*))/i

/** Two variables that refer to each other would grow forever. */
const mostReferences = 100

/**
 * Replaces the references in the values of environment files, as Vite does when it starts. The
 * process wins over the files. By hand, because the app may not have its packages yet.
 */
export function expandEnv(
  entries: readonly EnvEntry[],
  env: Environment,
): ReadonlyMap<string, string> {
  const values = new Map(entries.map(({ name, value }) => [name, env[name] ?? value]))
  for (const [name, value] of values) {
    values.set(name, expand(value, values, env).replaceAll(String.raw`\$`, '$'))
  }
  return values
}

function expand(text: string, values: ReadonlyMap<string, string>, env: Environment): string {
  const seen = new Set<string>()
  let result = text
  for (let left = mostReferences; left > 0; left--) {
    const [whole, braced, plain = ''] = reference.exec(result) ?? []
    if (whole === undefined) return result
    seen.add(result)
    const { name, operator, rest } = parseReference(braced ?? plain)
    const value = env[name] ?? values.get(name) ?? ''
    const isAlternative = operator.endsWith('+')
    const own = value === '' || seen.has(value) ? rest : value
    const replacement = isAlternative ? (value === '' ? '' : rest) : own
    // Vite also gives `$$` and `$&` in a replacement their meaning in JavaScript.
    result = result.replace(whole, replacement)
    // The value refers to a variable that follows, and Vite leaves that one as it is.
    if (result === values.get(name)) return result
  }
  return result
}

/** `A:-b` and `A-b` have a default. `A:+b` and `A+b` have a text for a variable that is set. */
function parseReference(text: string): {
  readonly name: string
  readonly operator: string
  readonly rest: string
} {
  const [, name = text, operator = '', rest = ''] = /^(.*?)(:\+|\+|:-|-)([^]*)$/.exec(text) ?? []
  return { name, operator, rest }
}
