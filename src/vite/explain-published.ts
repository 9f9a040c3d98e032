import { sideEffects } from './module-exports.js'
import type { PublishedValue } from './published-values.js'

const reader = 'the config function or a statement beside it'

/** Says which value of the config a file of the browser contains, and what to do. */
export function explainPublished(published: PublishedValue): string {
  const { id, name, fileName, isLocal, isUnread, files, isText, isWhole } = published
  if (files) {
    return `${fileName} contains a file that ${id} may import by a pattern or a computed name, and ${reader} reads what it imports. Import each of these files by its name.`
  }
  if (name === '*') {
    return `${fileName} publishes exports of ${id}, and ${reader} reads all of them. Import by name what the config needs.`
  }
  if (name === sideEffects) {
    return `${fileName} publishes what ${id} does when it is loaded, and the config loads this file. Move what the browser needs into a file of its own, and import it there.`
  }
  if (isUnread) {
    return `${fileName} publishes the call that makes \`${name}\` of ${id}. No component imports \`${name}\`, but a bundler keeps the call. Move it into a file of its own.`
  }
  // To allow the value as a whole would also allow its secrets.
  if (isText && !isWhole) {
    return `${fileName} publishes a text of ${named(name)} of ${id}, which ${reader} reads. If every visitor may see this text, declare it as a constant of its own, and add that constant to \`publicValues\` of the plugin.`
  }
  const written =
    name === 'default' ? '`src/file.ts#default`' : `\`${name}\` or as \`src/file.ts#${name}\``
  const cure = isLocal
    ? 'Move what the browser needs into a file of its own, and import it there.'
    : `Keep it in a file that the browser does not import. If every visitor may see it, add it to \`publicValues\` of the plugin, as ${written}.`
  return `${fileName} publishes \`${name}\` of ${id}, which ${reader} reads. ${cure}`
}

/** Says which source map contains the text of a module of the config, and what to do. */
export function explainUnhidden({
  fileName,
  id,
}: {
  readonly fileName: string
  readonly id: string
}): string {
  return `${fileName} contains the source of ${id}, and ${reader} reads what it declares. Another plugin has written this source map. Remove that plugin, or turn off \`build.sourcemap\`.`
}

/** Says that no config function was found, so that nothing of it could be searched for. */
export function explainLost(srcDir: string): string {
  return `This app imports Latchkey, but no call of \`routeAuth$\`, \`FrameworkAuth$\` or \`QwikAuth$\` was found in ${srcDir}, in a plugin file such as src/routes/plugin@auth.ts, or in what these files import. The browser's files could not be searched for values of the config. Call the initializer in a plugin file. If this app has no sign-in, remove \`latchkey()\` from its Vite config.`
}

function named(name: string): string {
  return name === '*' || name === sideEffects ? 'the exports' : `\`${name}\``
}
