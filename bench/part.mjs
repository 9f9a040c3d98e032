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

/** The parts, each in a file of its own, by the name that `--only` knows. */
export const partNames = /** @type {const} */ ([
  'jwt',
  'postgres',
  'redis',
  'http',
  'sign-in',
  'sign-in-store',
  'import',
  'size',
  'page',
  'types',
])

/**
 * @param {string} name
 * @returns {Promise<Part>}
 */
export async function loadPart(name) {
  const { part } = await import(`./parts/${name}.mjs`)
  return part
}
