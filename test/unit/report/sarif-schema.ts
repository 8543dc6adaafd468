/**
 * The part of the SARIF 2.1.0 schema that docsgen's reports use, written after the standard: required properties,
 * types, the enumerations, and (as there) no properties that it does not know.
 */
const message = {
  type: 'object',
  additionalProperties: false,
  properties: { text: { type: 'string' }, markdown: { type: 'string' }, id: { type: 'string' } },
  anyOf: [{ required: ['text'] }, { required: ['id'] }],
}
const index = { type: 'integer', minimum: -1, default: -1 }
const artifactLocation = {
  type: 'object',
  additionalProperties: false,
  properties: {
    uri: { type: 'string', format: 'uri-reference' },
    uriBaseId: { type: 'string' },
    index,
    description: message,
  },
}
const position = { type: 'integer', minimum: 1 }
const region = {
  type: 'object',
  additionalProperties: false,
  properties: { startLine: position, startColumn: position, endLine: position, endColumn: position },
}
const location = {
  type: 'object',
  additionalProperties: false,
  properties: {
    physicalLocation: {
      type: 'object',
      additionalProperties: false,
      properties: { artifactLocation, region },
      anyOf: [{ required: ['artifactLocation'] }, { required: ['address'] }],
    },
  },
}
const level = { enum: ['none', 'note', 'warning', 'error'] }
const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    shortDescription: message,
    defaultConfiguration: { type: 'object', properties: { level } },
  },
}
const driver = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string' },
    version: { type: 'string' },
    semanticVersion: { type: 'string' },
    informationUri: { type: 'string', format: 'uri' },
    rules: { type: 'array', uniqueItems: true, items: rule },
  },
}
const result = {
  type: 'object',
  additionalProperties: false,
  required: ['message'],
  properties: {
    ruleId: { type: 'string' },
    ruleIndex: index,
    level,
    message,
    locations: { type: 'array', items: location },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

export const sarifSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'runs'],
  properties: {
    $schema: { type: 'string', format: 'uri' },
    version: { enum: ['2.1.0'] },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['tool'],
        properties: {
          tool: { type: 'object', additionalProperties: false, required: ['driver'], properties: { driver } },
          originalUriBaseIds: { type: 'object', additionalProperties: artifactLocation },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: { type: 'array', items: result },
        },
      },
    },
  },
}
