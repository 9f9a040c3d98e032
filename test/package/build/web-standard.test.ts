import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './folder.js'
import { openDoor, walkModules } from './module-graph.js'
import { unknownNames } from './unknown-names.js'

/** What bundlers for Cloudflare, for other edges and for browsers choose by. */
const platforms = {
  workerd: ['workerd', 'worker', 'browser', 'import', 'default'],
  'an edge': ['edge-light', 'worker', 'import', 'default'],
  'a browser': ['browser', 'import', 'default'],
}

const onServer = [
  '.',
  './core',
  './jwt',
  './errors',
  './testing',
  ...doorsIn('adapters', 'providers'),
]

/** Packages that the application brings, and that say themselves where they run. */
const peers = [
  '@builder.io/qwik',
  '@builder.io/qwik-city',
  '@node-rs/bcrypt',
  '@simplewebauthn/browser',
  '@simplewebauthn/server',
  'bcryptjs',
  'nodemailer',
]

/** What is asked for with `typeof`, so that a missing name does no harm. */
const questions = [
  // Whether our Vite plugin took part in the build of the app.
  'dist/qwik/index.qwik.mjs: __LATCHKEY_VITE__',
  // How jose finds out where it is.
  ...['WebSocketPair', 'EdgeRuntime'].map(
    (name) => `node_modules/jose/dist/webapi/jwks/remote.js: ${name}`,
  ),
]

const loaded = Object.entries(platforms).map(([platform, conditions]) => {
  const entries = onServer.map((door) => openDoor(door, conditions))
  const { files, outside } = walkModules(entries, conditions)
  return { platform, files, outside }
})

describe('what is loaded on a server without Node', () => {
  it('knows no name but those of the language and of web workers', () => {
    const files = new Set(loaded.flatMap((graph) => [...graph.files]))
    expect(unknownNames([...files], 'webworker')).toEqual(questions)
  })

  it.each(loaded)('asks for nothing but peers, on $platform', ({ outside }) => {
    expect([...outside.keys()].filter((name) => !peers.includes(name))).toEqual([])
  })

  it.each(loaded)('has the other half of the cryptography, on $platform', ({ files }) => {
    expect(halvesIn(files).toSorted()).toEqual([
      'dist/crypto/primitives.web.js',
      'dist/passwords/key-derivation.web.js',
    ])
  })
})

describe('what a page loads', () => {
  const conditions = platforms['a browser']
  const { files, outside } = walkModules([openDoor('./passkeys', conditions)], conditions)

  it('knows no name but those of the language and of browsers', () => {
    expect(unknownNames([...files], 'dom')).toEqual([])
  })

  it('asks for nothing but the browser part of a peer', () => {
    expect([...outside.keys()]).toEqual(['@simplewebauthn/browser'])
  })
})

describe('the inspection', () => {
  it('finds what there is only on Node, so that these tests can fail', () => {
    const conditions = ['node', 'import', 'default']
    const { files, outside } = walkModules([openDoor('./jwt', conditions)], conditions)
    expect(halvesIn(files)).toEqual(['dist/crypto/primitives.node.js'])
    expect([...outside.keys()]).toEqual(['node:crypto'])
    expect(unknownNames([...files], 'webworker')).toEqual([
      'dist/crypto/primitives.node.js: Buffer',
    ])
  })

  it('finds every way to ask for a name', () => {
    const texts = {
      'a.js': 'export const a = process.env.A',
      'b.js': 'export const b = typeof process',
      'c.js': 'export const c = globalThis.process?.env',
      'd.js': "export const d = globalThis['Buffer']",
      'e.js': "export const e = require('node:fs')",
      'f.js': 'export const f = __dirname',
      'g.js': 'export const g = { setImmediate }',
    }
    expect(unknownNames(Object.keys(texts), 'webworker', texts)).toEqual([
      'a.js: process',
      'b.js: process',
      'c.js: process',
      'd.js: Buffer',
      'e.js: require',
      'f.js: __dirname',
      'g.js: setImmediate',
    ])
  })

  it('takes no offence at own names, members and words in texts', () => {
    const code = `
      const process = (Buffer) => Buffer.process ?? 'require'
      export const a = { require: process, 'node:fs': crypto.randomUUID() }`
    expect(unknownNames(['a.js'], 'webworker', { 'a.js': code })).toEqual([])
  })
})

function doorsIn(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, 'dist', folder))
      .filter((file) => file.endsWith('.js'))
      .map((file) => `./${folder}/${file.replace(/\.js$/, '')}`),
  )
}

function halvesIn(files: Iterable<string>): readonly string[] {
  return [...files]
    .map((file) => relative(root, file))
    .filter((file) => /primitives|key-derivation/.test(file))
}
