#include "CTimeZones.h"

// C23, which the compiler has in all its dialects.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char zones[] = {
#embed "zones.bin"
};

const unsigned char *const navstate_time_zones = zones;
const size_t navstate_time_zones_size = sizeof zones;
