"""Prints the software bill of materials of a release, in the format SPDX 2.3: sbom.py VERSION.

The arguments of the build come from its environment: COMMIT and SOURCE_DATE_EPOCH."""

import datetime
import json
import os
import re
import subprocess
import sys
from pathlib import Path

# Debian packages whose code is inside the program, with their licences.
CONTAINED = {
    "libjemalloc-dev": "BSD-2-Clause",
    "libssl-dev": "Apache-2.0",
    "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}
# Debian packages that the program loads.
LOADED = {"libc6": "LGPL-2.1-or-later", "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
          "libsqlite3-0": "blessing", "libcurl4": "curl", "tzdata": "LicenseRef-public-domain"}
PUBLIC_DOMAIN = {"licenseId": "LicenseRef-public-domain", "extractedText": "This database is in the public domain."}
ZONES = Path(__file__).parent.parent.parent / "Sources" / "CTimeZones" / "zones.bin"


def printed(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def package(name, version, licence):
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name.replace("+", "p")).strip("-"), "name": name, "versionInfo": version,
            "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False}


def debian(name, licence):
    return package(name, printed("dpkg-query", "--show", "--showformat=${Version}", name), licence)


def relation(subject, kind, other):
    return {"spdxElementId": subject["SPDXID"], "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}


def document(version):
    program = package("navstate", version, "Apache-2.0")
    # Its modules are the content of the npm package, and in the program as a part of the demo.
    client = package("@navstate/client", version, "Apache-2.0")
    swift = package("swift", printed("swift", "--version").split("Swift version ")[1].split()[0],
                    "Apache-2.0 WITH Swift-exception")
    # The file begins with its edition: scripts/update-time-zones.
    content = ZONES.read_bytes()
    edition = content[1:1 + content[0]].decode()
    zones = package("IANA time zone database", edition, PUBLIC_DOMAIN["licenseId"])
    contained = [client, swift, zones, *(debian(*item) for item in CONTAINED.items())]
    loaded = [debian(*item) for item in LOADED.items()]
    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3", "SPDXID": "SPDXRef-DOCUMENT", "dataLicense": "CC0-1.0", "name": f"navstate-{version}",
        "documentNamespace": f"urn:navstate:{version}:{os.environ['COMMIT']}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/package"]},
        "documentDescribes": [program["SPDXID"], client["SPDXID"]],
        "hasExtractedLicensingInfos": [PUBLIC_DOMAIN],
        "packages": [program, *contained, *loaded],
        "relationships": [*(relation(program, "CONTAINS", other) for other in contained),
                          *(relation(program, "DEPENDS_ON", other) for other in loaded)],
    }


print(json.dumps(document(sys.argv[1]), indent=2))
