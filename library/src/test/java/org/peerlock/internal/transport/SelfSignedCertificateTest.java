package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;

class SelfSignedCertificateTest {

    @Test
    void isSignedByItsOwnKeyAndValid() throws GeneralSecurityException {
        for (int i = 0; i < 20; i++) { // the lengths of random numbers differ
            SelfSignedCertificate made = SelfSignedCertificate.create();
            made.certificate().verify(made.certificate().getPublicKey());
            made.certificate().checkValidity();
            assertThat(made.certificate().getSubjectX500Principal().getName()).isEqualTo("CN=peerlock");
            assertThat(made.certificate().getIssuerX500Principal())
                    .isEqualTo(made.certificate().getSubjectX500Principal());
        }
    }

    @Test
    void noTwoAreTheSame() {
        SelfSignedCertificate one = SelfSignedCertificate.create();
        SelfSignedCertificate other = SelfSignedCertificate.create();
        assertThat(TlsSecurity.hash(one.certificate()))
                .matches("[0-9a-f]{64}")
                .isNotEqualTo(TlsSecurity.hash(other.certificate()));
        assertThat(one.certificate().getSerialNumber())
                .isPositive()
                .isNotEqualTo(other.certificate().getSerialNumber());
    }
}
