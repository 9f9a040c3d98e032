import { serveParent } from './published/redeem.js'

serveParent()
