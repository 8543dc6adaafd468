/** UI strings in English. */
export { ENGLISH as en } from '../../src/schema/strings.ts'
