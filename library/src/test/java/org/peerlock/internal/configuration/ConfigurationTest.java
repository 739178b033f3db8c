package org.peerlock.internal.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.internal.text.DurationParser;

/** Where settings are found, and which of several counts. */
class ConfigurationTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private Configuration of(Map<String, String> properties, Map<String, String> environment)
            throws MalformedURLException {
        URL[] classPath = {directory.toUri().toURL()};
        return Configuration.of(properties, environment, new URLClassLoader(classPath, null));
    }

    @Test
    void aSystemPropertyIsStrongerThanTheEnvironmentAndThatThanTheFile() throws IOException {
        write("peerlock.properties", "peerlock.lease = 1s\npeerlock.label = file\npeerlock.cluster = file\n");
        Configuration configuration =
                of(Map.of("peerlock.lease", "3s"), Map.of("PEERLOCK_LEASE", "2s", "PEERLOCK_LABEL", "environment"));
        assertThat(configuration.find(Setting.LEASE)).contains("3s");
        assertThat(configuration.find(Setting.LABEL)).contains("environment");
        assertThat(configuration.find(Setting.CLUSTER)).contains("file");
        assertThat(configuration.find(Setting.REGISTRY)).isEmpty();
    }

    @Test
    void anEmptyValueIsNone() throws IOException {
        write("peerlock.properties", "peerlock.label = file\n");
        Configuration configuration = of(Map.of("peerlock.label", " "), Map.of("PEERLOCK_LABEL", ""));
        assertThat(configuration.find(Setting.LABEL)).contains("file");
        assertThat(of(Map.of("peerlock.config", ""), Map.of("PEERLOCK_CONFIG", " "))
                        .find(Setting.LABEL))
                .contains("file");
    }

    @Test
    void aFileThatIsNamedReplacesTheOneOnTheClassPath() throws IOException {
        write("peerlock.properties", "peerlock.label = on the class path\npeerlock.lease = 1s\n");
        String byEnvironment = write("e", "peerlock.label = ä\n").toString();
        String byProperty = write("p", "peerlock.label = property\n").toString();
        Configuration environment = of(Map.of(), Map.of("PEERLOCK_CONFIG", byEnvironment));
        assertThat(environment.find(Setting.LABEL)).contains("ä");
        assertThat(environment.find(Setting.LEASE)).isEmpty();
        assertThat(of(Map.of("peerlock.config", byProperty), Map.of("PEERLOCK_CONFIG", byEnvironment))
                        .find(Setting.LABEL))
                .contains("property");
    }

    @Test
    void aBadValueIsReportedWithItsPlace() throws IOException {
        assertThatThrownBy(
                        () -> of(Map.of(), Map.of("PEERLOCK_LEASE", "soon")).find(Setting.LEASE, DurationParser::parse))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the environment variable PEERLOCK_LEASE: 'soon' is not a duration");
        assertThatThrownBy(
                        () -> of(Map.of("peerlock.lease", "soon"), Map.of()).find(Setting.LEASE, DurationParser::parse))
                .hasMessageStartingWith("the system property peerlock.lease: 'soon'");
        write("peerlock.properties", "peerlock.lease = soon\n");
        assertThatThrownBy(() -> of(Map.of(), Map.of()).find(Setting.LEASE, DurationParser::parse))
                .hasMessageStartingWith("peerlock.lease in file:")
                .hasMessageContaining("peerlock.properties: 'soon'");
    }

    @Test
    void aFileThatIsNotThereIsReportedWithThePlaceOfItsName() {
        String missing = directory.resolve("none").toString();
        assertThatThrownBy(() -> of(Map.of(), Map.of("PEERLOCK_CONFIG", missing)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the environment variable PEERLOCK_CONFIG: there is no file " + missing);
        assertThatThrownBy(() -> of(Map.of("peerlock.config", directory.toString()), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the system property peerlock.config: cannot read the file " + directory);
    }

    @Test
    void whatIsNoSettingInTheFileIsReportedWithoutItsValue() throws IOException {
        write("peerlock.properties", "peerlock.regstry = etcd://user:secret@host/locks\n");
        assertThatThrownBy(() -> of(Map.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("peerlock.regstry in file:")
                .hasMessageContaining("is no setting; there are: peerlock.cluster, peerlock.registry,")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aFileThatIsMalformedIsNamed() throws IOException {
        write("peerlock.properties", "peerlock.label = \\uXYZ\n");
        assertThatThrownBy(() -> of(Map.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("peerlock.properties: Malformed");
    }

    @ParameterizedTest
    @EnumSource
    void everySettingIsExplained(Setting setting) throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "OPERATIONS.md")))
                .contains("| `" + setting.property() + "` | `" + setting.variable() + "` |");
    }
}
