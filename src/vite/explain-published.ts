import { sideEffects } from './module-exports.js'
import { isLikelyKey, mayBeKey } from './ordinary-text.js'
import type { PublishedValue } from './published-values.js'

const move = 'Move what the browser needs into a file of its own, and import it from there.'

const keepOut =
  'Keep the key on the server. If only the browser needs this file, import it from another file than the config.'

const option = '`publicValues` of the plugin'

/** Says which value of the config a file of the browser contains, how it got there, and what to do. */
export function explainPublished(published: PublishedValue, root: string): string {
  const { id, name, fileName, isLocal, calledIn, files, text, isWhole } = published
  const path = pathFrom(root, id)
  const [readBy, allowed] = [readerOf(published, root), `\`${path}#${name}\``]
  if (files) {
    const offer =
      name === '*' ? '' : ` If every visitor may see all of them, add ${allowed} to ${option}.`
    return `${fileName} publishes a file that ${path} imports by a pattern or a computed name. ${readBy}, so any of these files may be a secret. Import each of them by its name.${offer}`
  }
  if (calledIn !== undefined) return explainCall(published, calledIn, root)
  if (name === '*') {
    return `${fileName} publishes exports of ${path}. ${readBy} as a whole, so any of them may be a secret. Import by name what the config needs.`
  }
  if (name === sideEffects) {
    const cure = published.isLoaded ? keepOut : move
    return `${fileName} publishes what ${path} does when it is loaded, with ${keyOf(published)}. ${loaderOf(published, root)}. ${cure} If the text is public, add ${allowed} to ${option}.`
  }
  // Allowing the whole value would also allow its secrets.
  if (text !== undefined && !isWhole) {
    return `${fileName} publishes a text of \`${name}\` of ${path}, which begins with \`${text.slice(0, 4)}\`. ${readBy}. If every visitor may see this text, declare it as a constant of its own, and add that constant to ${option}.`
  }
  return `${fileName} publishes \`${name}\` of ${path}. ${readBy}. ${isLocal ? move : cureOf(published, allowed)}`
}

/** The config does not read such a value, but a bundler keeps the call that does. */
function explainCall(published: PublishedValue, calledIn: string, root: string): string {
  const { id, name, fileName } = published
  const path = pathFrom(root, id)
  const cure = `If every visitor may see it, add \`${path}#${name}\` to ${option}.`
  if (calledIn === id) {
    return `${fileName} publishes the call that makes \`${name}\` of ${path}, with ${keyOf(published)}. A bundler keeps this call with the rest of the file, even if no component imports \`${name}\`. Move it into a file that the config does not import. ${cure}`
  }
  return `${fileName} publishes \`${name}\` of ${path}, with ${keyOf(published)}. A call in ${pathFrom(root, calledIn)} reads it, and a bundler keeps this call even if no component needs it. Move the call into a file that the config does not import. ${cure}`
}

/** Says which text was found, and why it may be a key. */
function keyOf({ text, key = text, isLoaded }: PublishedValue): string {
  // A copy of the whole source is not searched.
  if (key === undefined) return 'texts that may be keys'
  const decided = (isLoaded ? isLikelyKey : mayBeKey)(key) ? 'letters' : 'name'
  return `a text that begins with \`${key.slice(0, 4)}\` and may be a key by its ${decided}`
}

function cureOf({ name, mayBePublic = true }: PublishedValue, allowed: string): string {
  const keep = 'Keep it in a file that the browser does not import.'
  if (!mayBePublic) return `${keep} ${move}`
  const written = name === 'default' ? allowed : `\`${name}\` or as ${allowed}`
  return `${keep} If every visitor may see it, add it to ${option}, as ${written}.`
}

/** Says how the config comes to a value. */
function readerOf({ way = [] }: PublishedValue, root: string): string {
  if (way.length < 2) return 'The config function or a statement next to it reads it'
  return `The config reads it through ${describeWay(root, way)}`
}

/** Says how the config comes to load a file. */
function loaderOf({ way = [] }: PublishedValue, root: string): string {
  if (way.length < 2) return 'The file that calls `routeAuth$` imports it'
  return `The config loads it through ${describeWay(root, way)}`
}

function describeWay(root: string, way: readonly string[]): string {
  return way.map((id) => pathFrom(root, id)).join(' → ')
}

/** Says which variable of the environment a file of the browser contains, and what to do. */
export function explainVariable({
  fileName,
  name,
  mayBePublic,
}: {
  readonly fileName: string
  readonly name: string
  /** Whether `publicValues` allows it. */
  readonly mayBePublic: boolean
}): string {
  const offer = mayBePublic
    ? ` The config reads this variable. If every visitor may see it, add \`${name}\` to ${option}.`
    : ''
  return `${fileName} publishes the value of ${name}. Look for it in \`define\` of the Vite config, and in what the browser's files import.${offer}`
}

/** Returns a path as the app's author writes it. Of a file elsewhere, the end is enough. */
export function pathFrom(root: string, id: string): string {
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
  return `${fileName} publishes the source of ${id}, which declares what the config reads. This plugin removes such sources from maps, but another plugin wrote this map later. Remove that plugin, or turn off \`build.sourcemap\`.`
}

/** Says that no config function was found, so that nothing of it could be searched for. */
export function explainLost(srcDir: string): string {
  return `This app imports Latchkey, but no call of \`routeAuth$\`, \`FrameworkAuth$\` or \`QwikAuth$\` was found in ${srcDir}, in a plugin file such as src/routes/plugin@auth.ts, or in what these files import. The browser's files could not be searched for values of the config. Call the initializer in a plugin file. If this app has no sign-in, remove \`latchkey()\` from its Vite config.`
}
