import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import draft04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { validateXML } from 'xmllint-wasm'

const SARIF = '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'
const JUNIT = new URL('./schemas/jenkins-junit.xsd', import.meta.url)

/** Validates logs against the published schema of SARIF 2.1.0; the function returns what is wrong, nothing when all is well. */
export function createSarifValidator(): (log: unknown) => string[] {
  // One pattern of the schema is none that the `u` flag of regular expressions accepts.
  const ajv = new draft04.default({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats.default(ajv)
  const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(SARIF), 'utf8')) as object
  const validate = ajv.compile(schema)
  return log =>
    validate(log)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Validates XML against the schema by which Jenkins reads JUnit reports: what is wrong, nothing when all is well. */
export async function validateJunit(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: xml }],
    schema: [readFileSync(JUNIT, 'utf8')],
  })
  return errors.map(({ rawMessage }) => rawMessage)
}
