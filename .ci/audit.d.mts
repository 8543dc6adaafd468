export interface AuditReport {
  vulnerabilities: Record<
    string,
    { name: string; severity: string; via: (string | { title: string; url: string })[]; nodes: string[] }
  >
}
export function listProblems(report: AuditReport, handedOn: (folder: string) => boolean): string[]
export function bundledPackages(licenses: string): Set<string>
