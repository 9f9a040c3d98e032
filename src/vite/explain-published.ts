import { sideEffects } from './module-exports.js'
import type { PublishedValue } from './published-values.js'

const reader = 'the config function or a statement beside it'

const move = 'Move what the browser needs into a file of its own, and import it there.'

/** Says which value of the config a file of the browser contains, and what to do. */
export function explainPublished(published: PublishedValue, root: string): string {
  const { id, name, fileName, isLocal, isUnread, files, isText, isWhole } = published
  const [readBy, allowed] = [readerOf(published, root), `\`${pathFrom(root, id)}#${name}\``]
  if (files) {
    const offer =
      name === '*' ? '' : ` If every visitor may see all of them, add ${allowed} to ${option}.`
    return `${fileName} contains a file that ${id} may import by a pattern or a computed name, and ${readBy}. Import each of these files by its name.${offer}`
  }
  if (name === '*') {
    return `${fileName} publishes exports of ${id}, and ${readBy}. Import by name what the config needs.`
  }
  if (name === sideEffects) {
    return `${fileName} publishes what ${id} does when it is loaded, and ${readBy}. ${move}`
  }
  if (isUnread) {
    return `${fileName} publishes the call that makes \`${name}\` of ${id}. No component imports \`${name}\`, but a bundler keeps the call. Move it into a file of its own.`
  }
  // To allow the value as a whole would also allow its secrets.
  if (isText && !isWhole) {
    return `${fileName} publishes a text of \`${name}\` of ${id}, and ${readBy}. If every visitor may see this text, declare it as a constant of its own, and add that constant to ${option}.`
  }
  return `${fileName} publishes \`${name}\` of ${id}, and ${readBy}. ${isLocal ? move : cureOf(published, allowed)}`
}

const option = '`publicValues` of the plugin'

function cureOf({ name, mayBePublic = true }: PublishedValue, allowed: string): string {
  const keep = 'Keep it in a file that the browser does not import.'
  if (!mayBePublic) return `${keep} ${move}`
  const written = name === 'default' ? allowed : `\`${name}\` or as ${allowed}`
  return `${keep} If every visitor may see it, add it to ${option}, as ${written}.`
}

/** Says how the config comes to a value. */
function readerOf({ way = [] }: PublishedValue, root: string): string {
  if (way.length < 2) return `${reader} reads it`
  return `the config reads it through ${way.map((id) => pathFrom(root, id)).join(' → ')}`
}

/** Returns a path as the app's author writes it. Of a file elsewhere, the end is enough. */
function pathFrom(root: string, id: string): string {
  const isInside = root !== '' && id.startsWith(`${root}/`)
  return isInside ? id.slice(root.length + 1) : id.split('/').slice(-2).join('/')
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
