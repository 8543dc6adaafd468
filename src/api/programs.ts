/** The programs together: whoever imports docsgen loads them with the first one that is called. */
export { buildSite } from './build-site.ts'
export { checkSite } from './check-site.ts'
export { listSiteRoutes } from './list-routes.ts'
export { readSite } from './read-site.ts'
export { serveSite } from './serve-site.ts'
