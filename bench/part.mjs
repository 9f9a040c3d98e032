/**
 * What a part has found out.
 *
 * @typedef {object} Measured
 * @property {readonly import('./samples.mjs').Figure[]} figures
 * @property {ReadonlyMap<string, import('./samples.mjs').Samples>} samples by the id of the figure
 * @property {boolean} isBusy whether other programs took turns with us
 */

/**
 * @typedef {object} Effort
 * @property {number} poolSize how many tokens a cold subject goes through before it meets one again
 * @property {number} rounds
 * @property {number} batchMs
 * @property {number} warmUpMs
 * @property {number} manySessions in the large table of a database
 * @property {string} [against] the folder of another checkout whose library is measured as well
 */

/**
 * One thing that is compared.
 *
 * @typedef {object} Part
 * @property {string} file of its results, without an extension
 * @property {string} title
 * @property {readonly string[]} [drivers] packages that took part besides the libraries
 * @property {Readonly<Record<string, unknown>>} method
 * @property {readonly import('./comparisons.mjs').Comparison[]} comparisons
 * @property {(effort: Effort) => Promise<Measured>} measure
 * @property {readonly ChartGroup[]} chart
 *
 * @typedef {object} ChartGroup
 * @property {string} title
 * @property {string} note
 * @property {string} base what the ratios are over
 * @property {readonly string[]} ids
 */

/**
 * The parts by the name that `--only` knows. Each is loaded when it is wanted: some of them load
 * libraries that change what an `await` costs.
 *
 * @type {Readonly<Record<string, () => Promise<{ part: Part }>>>}
 */
export const parts = {
  jwt: () => import('./parts/jwt.mjs'),
  postgres: () => import('./parts/postgres.mjs'),
  redis: () => import('./parts/redis.mjs'),
  sqlite: () => import('./parts/sqlite.mjs'),
  telemetry: () => import('./parts/telemetry.mjs'),
  http: () => import('./parts/http.mjs'),
  'sign-in': () => import('./parts/sign-in.mjs'),
  password: () => import('./parts/password.mjs'),
  'second-factor': () => import('./parts/second-factor.mjs'),
  'sign-in-store': () => import('./parts/sign-in-store.mjs'),
  import: () => import('./parts/import.mjs'),
  edge: () => import('./parts/edge.mjs'),
  size: () => import('./parts/size.mjs'),
  page: () => import('./parts/page.mjs'),
  types: () => import('./parts/types.mjs'),
}
