export { adapterContract, type AdapterContractOptions } from './testing/adapter-contract.js'
export type { AdapterCase, AdapterMethod } from './testing/adapter-case.js'
