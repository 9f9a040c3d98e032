import { Unsafe } from './find-calls.js'
import type { ConfigValue } from './published-values.js'
import type { StrippedModule } from './strip-config.js'

/** Whether the option `publicValues` of the plugin allows a value in the browser's files. */
export function isPublic(
  { id, name, owner = name }: Pick<ConfigValue, 'id' | 'name' | 'owner'>,
  publicValues: readonly string[],
): boolean {
  return publicValues.some((value) => {
    const [path = '', named] = value.split('#')
    return named === undefined
      ? value === name || value === owner
      : (named === name || named === owner) && id.endsWith(`/${path.replace(/^\.?\//, '')}`)
  })
}

/**
 * Refuses a call beside the config that makes an exported value from a text that may be a key. A
 * bundler keeps such a call, and the dev server publishes the module as it is.
 */
export function refuseCalls(
  { called }: StrippedModule,
  id: string,
  publicValues: readonly string[],
): void {
  const found = called.find(({ name }) => !isPublic({ id, name }, publicValues))
  if (found === undefined) return
  const { name, reason } = found
  throw new Unsafe(
    `The call that makes \`${name}\` has ${reason}`,
    `Move \`${name}\` into a file of its own. If every visitor may see it, add \`${name}\` to \`publicValues\` of the plugin.`,
    'This call would be published with the exports of this file.',
  )
}
