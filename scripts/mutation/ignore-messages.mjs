/**
 * @typedef {object} Node
 * @property {string} type
 * @property {string} [name]
 * @property {string} [operator]
 * @property {Node} [callee]
 * @property {Node} [property]
 * @property {Node} [id]
 * @property {{ value: string }} [source]
 *
 * @typedef {object} Path A place in the syntax tree.
 * @property {Node} node
 * @property {Path | null} parentPath
 * @property {string | number} key
 * @property {{ getBinding(name: string): { path: Path } | undefined }} scope
 */

const reason = 'Words for people: an error or a line of the log says the same by its type or code.'

/** What people read is not worth a test of its own; names of headers, claims and fields are. */
const messages = {
  /** @param {Path} path */
  shouldIgnore: (path) => (isText(path) && isMessage(outermost(path)) ? reason : undefined),
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'messages', value: messages }]

/** @param {Path} path */
function isText({ node }) {
  return node.type === 'StringLiteral' || node.type === 'TemplateLiteral'
}

/**
 * The whole of a text that is put together from several.
 *
 * @param {Path} path
 * @returns {Path}
 */
function outermost(path) {
  const { parentPath: parent } = path
  return parent?.node.type === 'BinaryExpression' && parent.node.operator === '+'
    ? outermost(parent)
    : path
}

/** @param {Path} text */
function isMessage({ key, parentPath: parent }) {
  switch (parent?.node.type) {
    case 'NewExpression':
      return key === 0 && isError(parent)
    case 'CallExpression':
      // The first argument is the code, which applications may look for.
      return key !== 0 && /^(?:warn|debug|error)$/.test(parent.node.callee?.property?.name ?? '')
    case 'VariableDeclarator':
      return parent.node.id?.name?.startsWith('explain') ?? false
    default:
      return false
  }
}

/** @param {Path} creation */
function isError({ node, scope }) {
  const name = node.callee?.name ?? ''
  const from = scope.getBinding(name)?.path.parentPath?.node.source?.value ?? ''
  return name === 'TypeError' || from.includes('/errors/')
}
