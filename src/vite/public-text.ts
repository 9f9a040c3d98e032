import { textOf } from './module-exports.js'
import type { Node } from './parse-module.js'
import { walk } from './walk.js'

/**
 * Whether the shape of a text says that it is made for browsers. This is the only list of such shapes.
 * The name of a secret wins over it, because a shape of one service may be the secret of another.
 */
export function isPublicText(text: string): boolean {
  return publicShapes.some((shape) => shape.test(text))
}

const sentryDsn = /^https:\/\/[\da-f]+@[\w.-]+\/(?:[\w-]+\/)*\d+$/

const publicShapes = [
  sentryDsn,
  // Publishable keys of Stripe and Clerk, of PostHog and of Supabase.
  /^pk_(?:live|test)_\w/,
  /^phc_\w/,
  /^sb_publishable_\w/,
  // A digest of a script, and a picture.
  /^sha\d{3}-/,
  /^(?:url\()?['"]?data:/,
  // A map of Google, whose key the browser sends.
  /^https:\/\/maps\.googleapis\.com\/[^?#]*\?(?:[\w.-]+=[\w.,%-]*&)*key=AIza[\w-]+(?:&[\w.-]+=[\w.,%-]*)*$/,
]

/** Whether a text is the DSN of Sentry, which has a public key before its host and ends with a number. */
export function isSentryDsn(text: string): boolean {
  return sentryDsn.test(text)
}

/** Whether a text is an id that any page may contain. Some services also use it for a key. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** Whether a name is that of a key that a service made for browsers. */
export function isPublicKeyName(name: string): boolean {
  return /^(?:\w*_)?(?:(?:re)?captcha)?(?:public|publishable|site|application_?server)_?key$/i.test(
    name,
  )
}

/** Returns the values that what is beside them makes public: a site key, or the config of Firebase. */
export function publicParts(node: Node): readonly Node[] {
  const found: Node[] = []
  walk(node, (inner) => {
    if (inner.type === 'Property' && isPublicKeyName(textOf(inner['key']) ?? '')) {
      found.push(inner['value'] as Node)
    }
    if (inner.type === 'ObjectExpression') found.push(...partsOfFirebase(inner))
  })
  return found
}

const firebase: ReadonlyMap<string, RegExp> = new Map([
  ['apiKey', /^AIza[\w-]+$/],
  ['authDomain', /^[\w.-]+$/],
  ['projectId', /^[\w-]+$/],
  ['storageBucket', /^[\w.-]+$/],
  ['messagingSenderId', /^\d+$/],
  ['appId', /^1:\d+:web:[\da-f]+$/],
  ['measurementId', /^G-[A-Z\d]+$/],
])

/** A key of Google is public only in such a config. A server uses the same shape for other services. */
function partsOfFirebase(object: Node): readonly Node[] {
  const members = (object['properties'] as readonly Node[]).filter((one) => {
    return firebase.get(textOf(one['key']) ?? '')?.test(textOf(one['value']) ?? '')
  })
  const names = members.map((one) => textOf(one['key']) ?? '')
  const isConfig = names.some((name) => /^(?:authDomain|projectId|appId)$/.test(name))
  return names.includes('apiKey') && isConfig ? members.map((one) => one['value'] as Node) : []
}
