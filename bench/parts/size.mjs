import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { summarize } from '../samples.mjs'
import { measureBundle } from '../size/bundle.mjs'
import { measureInstall, pack } from '../size/install.mjs'

/** @type {readonly { id: string, library: string, install?: string, bundle?: URL }[]} */
const libraries = [
  { id: 'latchkey', library: 'latchkey', bundle: new URL('../size/latchkey.mjs', import.meta.url) },
  {
    id: 'auth-js',
    library: '@auth/core',
    install: '@auth/core@0.41.3',
    bundle: new URL('../size/auth-js.mjs', import.meta.url),
  },
  { id: 'auth-qwik', library: '@auth/qwik', install: '@auth/qwik@0.9.1' },
  {
    id: 'better-auth',
    library: 'better-auth',
    install: 'better-auth@1.7.6',
    bundle: new URL('../size/better-auth.mjs', import.meta.url),
  },
]

/** @typedef {{ id: string, library: string, name: string, unit: import('../samples.mjs').Unit, value: number }} Size */

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'size',
  title: 'What it weighs',
  method: {
    install: 'npm install into an empty folder, without dev and peer dependencies',
    bundle: 'vite build for Node with everything in it, minified; compressed by file',
  },
  /* prettier-ignore */
  comparisons: [
    { of: 'latchkey-packages',  to: 'auth-js-packages' },
    { of: 'latchkey-packages',  to: 'better-auth-packages' },
    { of: 'latchkey-installed', to: 'auth-js-installed' },
    { of: 'latchkey-installed', to: 'better-auth-installed' },
    { of: 'latchkey-bundle',    to: 'auth-js-bundle' },
    { of: 'latchkey-bundle',    to: 'better-auth-bundle' },
    { of: 'latchkey-start',     to: 'auth-js-start' },
    { of: 'latchkey-start',     to: 'better-auth-start' },
    { of: 'latchkey-brotli',    to: 'auth-js-brotli' },
    { of: 'latchkey-brotli',    to: 'better-auth-brotli' },
  ],
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-pack-'))
    try {
      const tarball = await pack(folder)
      /** @type {Size[]} */
      const sizes = []
      for (const { install = tarball, ...library } of libraries) {
        sizes.push(...(await installSizes(library, install)), ...(await bundleSizes(library)))
      }
      const samples = new Map(sizes.map(({ id, value }) => [id, { value: [value] }]))
      const figures = sizes.map((size) => summarize(size, samples))
      return { samples, figures, isBusy: false }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  chart: [
    {
      title: 'Packages that come with it',
      note: 'Ratios over @auth/core.',
      base: 'auth-js-packages',
      ids: ['latchkey-packages', 'auth-js-packages', 'auth-qwik-packages', 'better-auth-packages'],
    },
    {
      title: 'On the disk',
      note: 'Ratios over @auth/core.',
      base: 'auth-js-installed',
      ids: [
        'latchkey-installed',
        'auth-js-installed',
        'auth-qwik-installed',
        'better-auth-installed',
      ],
    },
    {
      title: 'A server with GitHub, minified, brotli',
      note: 'Ratios over @auth/core.',
      base: 'auth-js-brotli',
      ids: ['latchkey-brotli', 'auth-js-brotli', 'better-auth-brotli'],
    },
  ],
}

/**
 * @param {{ id: string, library: string }} library
 * @param {string} wanted
 * @returns {Promise<Size[]>}
 */
async function installSizes({ id, library }, wanted) {
  const { count, bytes } = await measureInstall(wanted)
  return [
    { id: `${id}-packages`, library, name: 'packages', unit: 'count', value: count },
    { id: `${id}-installed`, library, name: 'installed', unit: 'bytes', value: bytes },
  ]
}

/**
 * @param {{ id: string, library: string, bundle?: URL }} library
 * @returns {Promise<Size[]>}
 */
async function bundleSizes({ id, library, bundle }) {
  if (!bundle) return []
  const { raw, gzip, brotli, atStart } = await measureBundle(bundle)
  return [
    { id: `${id}-bundle`, library, name: 'bundle', unit: 'bytes', value: raw },
    {
      id: `${id}-start`,
      library,
      name: 'bundle, loaded at its start',
      unit: 'bytes',
      value: atStart,
    },
    { id: `${id}-gzip`, library, name: 'bundle, gzip', unit: 'bytes', value: gzip },
    { id: `${id}-brotli`, library, name: 'bundle, brotli', unit: 'bytes', value: brotli },
  ]
}
